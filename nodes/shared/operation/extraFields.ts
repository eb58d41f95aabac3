import type { Json } from '../service/request';
import { Failure } from '../service/failure';
import { quoted } from './parameters/messages';

type Body = { [field: string]: Json | undefined };

/** @throws Failure for a field that the body already has, because the service would get only one of the values */
export function withExtraFields(body: Body = {}, extraFields: Body = {}): Body {
	const taken = Object.keys(extraFields).find(
		(name) => Object.hasOwn(body, name) && body[name] !== undefined,
	);
	if (taken === undefined) return { ...body, ...extraFields };
	throw new Failure(`Extra Fields (JSON) has ${quoted(taken)}, which the node already sends`, {
		description: 'Remove it there, and set the parameter of the node instead.',
	});
}
