/** Values of example bodies that follow from rules between fields, which a schema does not describe. */
import type { CallKey } from '@vialdesk/contract'

const payer = { first_name: 'Nora', last_name: 'Reyes', email: 'nora.reyes@mail.example', phone_number: '512 555 0100' }
const savedCard = { auth_customer_payment_profile_validation: '900017' }
const ONE_PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
const asset = {
  asset_name: 'How to store vials',
  membership_ids: [4],
  sections: [{ url: '/dashboard' }],
  assets: [{ type: 1, name: 'Instructions', path: 'https://system.example/instructions' }],
}

export const bodyValues: Record<string, object | undefined> = {
  'POST /api/v1/transactions/': { ...payer, ...savedCard },
  'POST /api/v1/users/patient/checkout/': savedCard,
  'POST /api/v1/commissions/rates/': { membership: 3, percent: 12.5 },
  'POST /api/v1/documents/upload/': { storage: 'storage-agreement.pdf' },
  'POST /api/v1/signing/finish/': { signature: { kind: 'drawn', image: ONE_PIXEL } },
  'POST /api/v1/assets/': asset,
  'PATCH /api/v1/assets/{id}/': { asset_name: asset.asset_name, membership_ids: [4] },
  'POST /api/v1/access-tokens/': { name: 'Nightly sync', calls: ['GET /api/v1/users/all/'] },
} satisfies { [Key in CallKey]?: object }
