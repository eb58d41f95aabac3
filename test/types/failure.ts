/* What a failure gives its next step. `npm run types` checks this file. Nothing runs. */
import { Failure } from '../../nodes/shared/service/failure';

export const failures = [
	new Failure('It is slow', 'readJob', { id: 'a', resource: 'job' }),
	// @ts-expect-error Nobody can read a job without its ID.
	new Failure('It is slow', 'readJob', { resource: 'job' }),
	// @ts-expect-error A program can't change a field without a name.
	new Failure('It is wrong', 'changeField', {}),
	// @ts-expect-error Continue Execution takes a number.
	new Failure('It was killed', 'continueExecution', {}),
];
