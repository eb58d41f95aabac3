export * from './avatars';
export { recordsOf } from './cut';
export { readLanguages, readVoices, searchLanguages, searchVoices } from './wholeLists';
