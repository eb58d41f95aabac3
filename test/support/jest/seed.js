/**
 * Laws are tried on values of chance. In CI it is always the same chance, so that what fails there is due to the change; each
 * run on a machine of one's own, and each night, tries others.
 */
if (process.env.CI && !process.env.RANDOM_LAWS) require('fast-check').configureGlobal({ seed: 20_261 });
