import type { Json } from '../service/request';
import { ItemFailure } from './failure';
import { quoted } from './parameters/messages';

type Body = { [field: string]: Json | undefined };

/** @throws ItemFailure for a field that the body already has, because the service would get only one of the values */
export function withExtraFields(body: Body = {}, extraFields: Body = {}): Body {
	const taken = Object.keys(extraFields).find(
		(name) => Object.hasOwn(body, name) && body[name] !== undefined,
	);
	if (taken === undefined) return { ...body, ...extraFields };
	throw new ItemFailure(`Extra Fields (JSON) has ${quoted(taken)}, which the node already sends`, {
		description: 'Remove it there, and set the parameter of the node instead.',
	});
}
