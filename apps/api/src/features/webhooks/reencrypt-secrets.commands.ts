import type { Db } from '#api/db/db.ts'
import { endpointCipher, secretPlace } from './endpoints.queries.ts'

interface SecretsRow {
  id: number
  secret: Buffer
  previous_secret: Buffer | null
}

/**
 * Encrypts the secrets of the domain's webhooks with the new key and returns how many. A secret that cannot be decrypted with the old
 * key was lost before and stays unchanged.
 */
export async function reencryptWebhookSecrets(db: Db, oldKey: string, newKey: string): Promise<number> {
  const [was, is] = [endpointCipher(oldKey), endpointCipher(newKey)]
  let count = 0
  const again = (id: number, sealed: Buffer | null) => {
    const place = secretPlace(db.domainId, id)
    const secret = sealed ? was.decrypt(sealed, place) : undefined
    if (secret === undefined) return sealed
    count += 1
    return is.encrypt(secret, place)
  }
  const rows = await db.rows<SecretsRow>(
    'select id, secret, previous_secret from webhook_endpoints where domain_id = $1 order by id for update',
    [db.domainId],
  )
  for (const { id, secret, previous_secret } of rows)
    await db.rows('update webhook_endpoints set secret = $3, previous_secret = $4 where domain_id = $1 and id = $2', [
      db.domainId,
      id,
      again(id, secret),
      again(id, previous_secret),
    ])
  return count
}
