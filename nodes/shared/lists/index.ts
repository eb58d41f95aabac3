export { avatarsOf, readAvatars, type AvatarSource } from './avatarPages';
export type { RawRecord } from './pages';
export { isUnfinished, searchAvatarRecords, searchAvatars, searchLiveAvatars } from './avatars';
export { listField } from './field';
export { readLanguages, searchLanguages } from './languages';
export type { ListSearch } from './search';
export { readVoices, searchVoices, type VoiceSource } from './voices';
