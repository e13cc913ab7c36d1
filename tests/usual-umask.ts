/**
 * A data folder that is opened makes the files of its process private from then on (`makeFilesPrivate`). Where test files share a process,
 * each begins as a new process would, so that a file that must be private is so by its own doing.
 */
process.umask(0o022)
