/** What a release reads: package.json, the changelog, and where it runs. */
export interface Release {
	manifest: {
		version: string;
		author?: { name?: string; email?: string };
		repository?: { url?: string };
		dependencies?: object;
		peerDependencies?: object;
	};
	changelog: string;
	/** The tag that is released, such as v0.1.0. */
	tag?: string;
	/** The repository on GitHub that releases it, as owner/name. */
	repository?: string;
}

/** The reasons why this can't be published yet, a sentence each. */
export function obstaclesOf({ manifest, changelog, tag, repository }: Release): string[] {
	const { version, author, repository: { url = '' } = {}, dependencies, peerDependencies } = manifest;
	const isMissing = (text = '') => text === '' || /example\.|contributors|OWNER/.test(text);
	const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm');
	const obstacles = {
		'package.json has a placeholder as author.name': isMissing(author?.name),
		'package.json has a placeholder as author.email': isMissing(author?.email),
		'package.json has no repository.url such as git+https://github.com/<you>/<name>.git':
			isMissing(url) || !/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/.test(url),
		[`repository.url in package.json is not github.com/${repository}`]:
			repository !== undefined && url !== `git+https://github.com/${repository}.git`,
		[`The tag ${tag} is not the version ${version} in package.json`]:
			tag !== undefined && tag !== `v${version}`,
		[`CHANGELOG.md has no line "## [${version}] - <date>"`]: !heading.test(changelog),
		'n8n verifies no package with dependencies': Object.keys(dependencies ?? {}).length > 0,
		'n8n verifies no package with other peers than n8n-workflow':
			Object.keys(peerDependencies ?? {}).join() !== 'n8n-workflow',
	};
	return Object.entries(obstacles).flatMap(([text, holds]) => (holds ? [text] : []));
}
