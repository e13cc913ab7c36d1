/**
 * A data folder that is opened makes the files of its process private from then on (`makeFilesPrivate`). Where test
 * files share a process, each begins with the umask of a new process, so that a file that must be private is private by
 * its own code.
 */
process.umask(0o022)
