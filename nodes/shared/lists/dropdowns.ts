import { NodeOperationError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { createEnvironment } from '../async/environment';
import { plainText } from '../n8n/hintsAndCustomData';
import { asError, Failure } from '../service/failure';
import type { AvatarRecord } from '../service/records';
import { RunTransport, type Transport } from '../transport/transport';
import { AVATARS, avatarEntry, LANGUAGES, LIVE, SESSIONS, VOICES } from './catalog';
import { readList, shownOf, type List } from './pages';
import { labelled, matching } from './search';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

const MOST_OFFERED = 2_000;
export const DETECT = { id: 'DEFAULT', name: 'Detect Automatically' };

/** @throws NodeOperationError that says why the list can't be had */
function dropdown(find: (transport: Transport) => Promise<INodeListSearchItems[]>): Search {
	return async function (filter) {
		try {
			const found = await find(new RunTransport(this, createEnvironment(this), { patienceMs: 15_000 }));
			const entries = [...new Map(found.map((entry) => [entry.value, entry])).values()];
			return { results: matching(entries, filter) };
		} catch (error) {
			const { description } = error instanceof Failure ? error.details : {};
			throw new NodeOperationError(this.getNode(), plainText(asError(error).message), {
				description: description && plainText(description),
			});
		}
	};
}

/** The last entry of a list that was cut can't be chosen. */
async function offered<R>(
	list: List<R>,
	transport: Transport,
	query: { status?: number } = {},
): Promise<INodeListSearchItems[]> {
	const { records } = await readList(list, transport, { query, most: MOST_OFFERED });
	const entries = shownOf(list, records);
	if (records.length < MOST_OFFERED) return entries;
	const name = `… only the first ${MOST_OFFERED} are listed: choose By ID for others`;
	return [...entries, { name, value: '' }];
}

const avatars = (idOf: (avatar: AvatarRecord) => string | undefined) =>
	dropdown(async (transport) => {
		const entryOf = (avatar: AvatarRecord) => avatarEntry(avatar, idOf(avatar));
		return await offered({ ...AVATARS, entryOf }, transport);
	});

export const searchAvatars = avatars(({ avatar_id: id, type }) => (type === LIVE ? undefined : id));

export const searchAvatarRecords = avatars(({ _id }) => _id);

/** service.md: Avatars, Other readings */
export const searchLiveAvatars = avatars(({ avatar_id: id, type = LIVE }) =>
	type === LIVE ? id : undefined,
);

export const searchSessions = dropdown(async (transport) => {
	const streaming = await offered(SESSIONS, transport, { status: 2 });
	return [...streaming, ...(await offered(SESSIONS, transport, { status: 1 }))];
});

const sortedLanguages = async (transport: Transport) =>
	(await offered(LANGUAGES, transport)).sort((a, b) => a.name.localeCompare(b.name));

export const searchLanguages = dropdown(sortedLanguages);

export const searchSpokenLanguages = dropdown(async (transport) => [
	labelled(DETECT),
	...(await sortedLanguages(transport)),
]);

export const searchVoices = dropdown(async (transport) => await offered(VOICES, transport));
