export * from './avatars';
export { readLanguages, readVoices, searchLanguages, searchVoices } from './wholeLists';
