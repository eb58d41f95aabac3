import { writeFileSync } from 'node:fs';
import { plot, plotPath } from './plot';
import { referencePage, referencePath } from './referencePage';

/* Writes docs/reference.md, the reference of the nodes, and the picture of the bench's figures. */

writeFileSync(plotPath, plot());
referencePage().then(({ now, fresh }) => {
	writeFileSync(referencePath, fresh);
	console.log(now === fresh ? 'The reference was up to date' : 'The reference is new');
});
