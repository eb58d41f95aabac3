/** The service refuses a call: `{code, msg}` with HTTP 200 (service.md: Errors, Shapes that vary). */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		readonly msg: string,
		readonly httpStatus = 200,
	) {
		super(msg);
	}
}

export const unknownRecord = (what: string) =>
	new Refusal(1008, `The content requested does not exist: ${what}`);
export const notYours = () => new Refusal(1009, 'No permission to operate');
