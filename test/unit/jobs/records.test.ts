import type { z } from 'zod/v3';
import {
	isFinal,
	jobKinds,
	mergeStates,
	resourceOf,
	type JobKind,
	type JobState,
} from '../../../nodes/shared/jobs/kinds';
import { jobItem } from '../../../nodes/shared/jobs/output';
import { keysOf } from '../../../nodes/shared/service/values';
import { testTable } from '../../support/table';

const kindOf = (name: string): JobKind => jobKinds[keysOf(jobKinds).find((each) => each === name)!];

function statesOf(kind: JobKind, text: string): JobState[] {
	const [, created, answer = ''] = /^(created )?(.*)$/.exec(text)!;
	const given: unknown = answer === 'nothing' ? undefined : JSON.parse(answer);
	return created ? [kind.created.parse(given)] : kind.read.answer(['a']).parse(given);
}

/** `created` stands before the answer of a create, and `then` between the answers about one job. */
testTable([__dirname, 'records.txt', 2], '%s', (name = '', answers = '') => {
	const kind = kindOf(name);
	try {
		const states = answers.split(' then ').flatMap((text) => statesOf(kind, text));
		if (states.length === 0) return 'no record';
		const state = states.reduce(mergeStates);
		const { kind: _kind, ...item } = jobItem({ kind, state }, true);
		const named = state.unknownStatus === undefined ? '' : `, named ${state.unknownStatus}`;
		return `${JSON.stringify(item)}${named}${isFinal(kind, state) ? ', and ends' : ''}`;
	} catch (error) {
		return `unreadable: ${(error as z.ZodError).issues.map(({ path }) => path.join('.')).join(', ')}`;
	}
});

testTable([__dirname, 'kinds.txt', 1], 'the requests and words of a %s', (name = '') => {
	const { read, cancel, created: _created, ...words } = kindOf(name);
	const { intent: _intent, ...asked } = { ...read.request(['a', 'b']) };
	const requests = [asked, cancel?.(['c', 'd'])].filter(Boolean).map((each) => JSON.stringify(each));
	return [`${read.most} at a time`, resourceOf(words), ...requests, JSON.stringify(words)].join(' ; ');
});
