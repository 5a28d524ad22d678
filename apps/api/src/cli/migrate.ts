import { type Command, onDatabase, readArguments } from './command.ts'

/** Opening the database migrates it. */
export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  await onDatabase(async () => console.log('The database is up to date.'))
}
