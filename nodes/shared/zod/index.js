'use strict';

/*
 * The one import of zod. n8n brings zod, but another package in the same folder can bring another version: `zod/v3` is
 * missing below 3.25, where `zod` itself is version 3. From version 4 on, `zod` is another library. In TypeScript, an
 * import can't have a fallback that keeps the types.
 */
function load() {
	try {
		return require('zod/v3');
	} catch {
		return require('zod');
	}
}

exports.z = load().z;
