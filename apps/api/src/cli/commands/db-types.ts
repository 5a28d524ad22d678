import { writeFile } from 'node:fs/promises'
import { type Command, readArguments, withDatabase } from '#api/cli/command.ts'
import { tableTypes } from '#api/db/generate-types.ts'

const file = new URL('../../db/types.ts', import.meta.url)

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  await withDatabase(async ({ owner }) => {
    const client = await owner.connect()
    try {
      await writeFile(file, await tableTypes(client))
    } finally {
      client.release()
    }
    console.log('Wrote apps/api/src/db/types.ts')
  })
}
