import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export default async function removePacked(): Promise<void> {
	const tarball = process.env.PACKED_TARBALL;
	if (tarball !== undefined) await rm(dirname(tarball), { recursive: true, force: true });
}
