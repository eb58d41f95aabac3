import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Tells whether a file compiles with other text in it than it has. What is left unused by it is no fault. */
export function createCompiler(root: string): (file: string, text: string) => boolean {
	const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
	const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	const other = new Map<string, { text: string; version: number }>();
	let version = 0;
	const host: ts.LanguageServiceHost = {
		getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
		getScriptFileNames: () => fileNames,
		getScriptVersion: (path) => String(other.get(path)?.version ?? 0),
		getScriptSnapshot: (path) => {
			const text = other.get(path)?.text ?? ts.sys.readFile(path);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getCurrentDirectory: () => root,
		getDefaultLibFileName: ts.getDefaultLibFilePath,
		fileExists: ts.sys.fileExists,
		readFile: ts.sys.readFile,
		readDirectory: ts.sys.readDirectory,
		directoryExists: ts.sys.directoryExists,
		getDirectories: ts.sys.getDirectories,
	};
	const service = ts.createLanguageService(host);
	return (file, text) => {
		const path = join(root, file);
		other.set(path, { text, version: ++version });
		const faults = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
		other.set(path, { text: readFileSync(path, 'utf8'), version: ++version });
		return faults.length === 0;
	};
}
