import { writeFileSync } from 'node:fs';
import { readmePath, readmes } from './readme';

/* Writes the reference of the nodes into the README. */

readmes().then(({ now, fresh }) => {
	writeFileSync(readmePath, fresh);
	console.log(now === fresh ? 'The reference was up to date' : 'The reference is new');
});
