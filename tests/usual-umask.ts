/**
 * Opening a data folder makes all later files of the process private (`makeFilesPrivate`). Test files may share a
 * process, so each starts with the umask of a new process: a file that must be private must not depend on an earlier
 * test.
 */
process.umask(0o022)
