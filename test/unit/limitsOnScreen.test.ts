import { fieldsOf } from '../../nodes/shared/operation/nodeProperties';
import { page } from '../docs/pages';
import { listedNodes } from '../support/operations';

/* The limits of the service (service.md: Limits) stand next to the fields, and on the page. */

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
	['faceSwap.swapImage', /at most 8/],
	['faceSwap.swapVideo', /at most 8/],
	['reage.reageImage', /at most 8/],
	['reage.reageVideo', /from -30 \(younger\) to 30 \(older\)/],
	['avatar.upload', /About one minute, at most 300 MB and 60 frames per second/],
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
