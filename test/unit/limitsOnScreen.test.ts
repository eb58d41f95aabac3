import { fieldsOf } from '../../nodes/shared/operation/nodeProperties';
import { page } from '../docs/pages';
import { listedNodes } from '../support/operations';

/* What the service asks of its users (service.md: Limits) is said where they fill a form in, and on the page. */

const screens = new Map(
	listedNodes().flatMap(({ resources = [] }) =>
		resources.flatMap(({ value, operations }) =>
			operations.map((operation): [string, string] => [
				`${value}.${operation.value}`,
				JSON.stringify([operation.description, fieldsOf(operation)]),
			]),
		),
	),
);

test.each([
	['faceSwap.swapImage', /takes more than three hours, check its pictures/],
	['faceSwap.swapVideo', /takes more than three hours, check its pictures/],
	['reage.reageImage', /takes more than three hours, check its pictures/],
	['reage.reageVideo', /from -30 \(younger\) to 30 \(older\)/],
	['session.pause', /It can take up to several seconds until it stops/],
	['session.create', /a video of at most 60 frames per second/],
	['avatar.upload', /about one minute .* at most 300 MB and 60 frames per second/],
	['chat.sendMessage', /a PDF of at most 50 MB/],
	['translation.create', /at most 60 seconds, 300 MB and 30 frames per second/],
])('%s says %s', (operation, limit) => {
	expect(screens.get(operation)).toMatch(limit);
});

test.each([
	/after three hours/,
	/stops after 0\.5 s to several seconds/,
	/60 s, 300 MB, 60 frames a second/,
	/50 MB/,
])('the page of the service says %s', (limit) => {
	expect(page('docs/service.md').text).toMatch(limit);
});
