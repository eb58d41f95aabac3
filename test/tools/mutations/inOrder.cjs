const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs the tests in the order that TEST_ORDER names them in. */
module.exports = class InOrder extends Sequencer {
	sort(tests) {
		const order = (process.env.TEST_ORDER ?? '').split(',');
		const place = ({ path }) => order.findIndex((each) => path.endsWith(each));
		return [...tests].sort((one, other) => place(one) - place(other));
	}
};
