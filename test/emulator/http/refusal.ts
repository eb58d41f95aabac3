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

/** Throws code 1003 with the name of the parameter if the condition is false. */
export function need(isRight: boolean, name: string, why: string): void {
	if (!isRight) throw new Refusal(1003, `Parameter error: ${name} ${why}`);
}
