import { type Command, readArguments, withDatabase } from '#api/cli/command.ts'

/** Opening the database migrates it. */
export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  await withDatabase(async () => console.log('The database is up to date.'))
}
