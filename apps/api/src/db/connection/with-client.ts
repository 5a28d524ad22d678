import pg from 'pg'
import { CONNECT_MS, connectWhenPossible } from './refused-connections.ts'

/** Runs `work` with a connection of its own. Waits while PostgreSQL has too many. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectWhenPossible(() => connect(url))
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  return client
}
