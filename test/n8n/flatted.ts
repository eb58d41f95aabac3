import { createRequire } from 'node:module';
import type { IRunExecutionData } from 'n8n-workflow';

/** What n8n writes executions with. It comes with n8n. */
export const {
	parse,
	stringify,
}: { parse: (text: string) => IRunExecutionData; stringify: (data: unknown) => string } =
	createRequire(__filename)('flatted');
