import { writeFileSync } from 'node:fs';
import { referencePage, referencePath } from './referencePage';

/* Writes docs/reference.md, the reference of the nodes. */

referencePage().then(({ now, fresh }) => {
	writeFileSync(referencePath, fresh);
	console.log(now === fresh ? 'The reference was up to date' : 'The reference is new');
});
