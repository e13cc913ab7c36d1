/**
 * Opening a data folder makes all later files of a process private. Test files may share a process, so each starts with
 * the usual umask.
 */
process.umask(0o022)
