export * from './avatars';
export { recordsWithWarning } from './listWarning';
export { readLanguages, readVoices, searchLanguages, searchVoices } from './wholeLists';
