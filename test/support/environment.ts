import { Container } from '@n8n/di';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** This process's folder for all files of n8n. Import this file before n8n-core, which reads the environment. */
export const userFolder = mkdtempSync(join(tmpdir(), 'media-generation-n8n-'));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'key-of-the-engine-in-tests';
process.env.N8N_BLOCK_ENV_ACCESS_IN_NODE = 'true';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';

// n8n is loaded once per worker, so each file creates n8n's services again, in this folder.
Container.reset();
