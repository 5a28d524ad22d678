import { type APIRequestContext, expect } from '@playwright/test'
import type { Rows } from '../journey/rows.ts'

/** A green picture of 2 × 2 pixels. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGOo37EEiBggFAAzbgdtEIW3YgAAAABJRU5ErkJggg==',
  'base64',
)

/** Adds an asset for harvest centers. */
export const addAsset = (rows: Rows, values: Record<string, unknown>) =>
  rows.call<{ id: number; assets: { id: number }[] }>('admin', 'POST', '/api/v1/assets/', {
    description: 'What you need to know.',
    membership_ids: [4],
    sections: [],
    assets: [],
    ...values,
  })

/** Uploads as the admin of the session; returns the stored name. */
export async function uploadFile(
  request: APIRequestContext,
  token: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<string> {
  const answer = await request.post('/api/v1/assets/process-file/', {
    headers: { Authorization: `Token ${token}` },
    multipart: { file },
  })
  await expect(answer).toBeOK()
  return (await answer.json()).filename
}
