import { writeFileSync } from 'node:fs';
import { beforeAfter, beforeAfterPath } from './beforeAfter';
import { referencePage, referencePath } from './referencePage';

/* Writes docs/reference.md, the reference of the nodes. */

writeFileSync(beforeAfterPath, beforeAfter());
referencePage().then(({ now, fresh }) => {
	writeFileSync(referencePath, fresh);
	console.log(now === fresh ? 'The reference was up to date' : 'The reference is new');
});
