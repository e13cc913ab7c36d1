/** Opening a data folder changes the umask of the process, which test files may share. */
process.umask(0o022)
