/** The brand of the demo business, which is fictional. */

import type { Db } from '#api/db/db.ts'
import { BRAND_FOLDER } from '#api/platform/access/brand-images.ts'
import { newFileKey } from '#api/platform/ports/files.ts'
import type { DemoContext, DemoPorts } from './context.ts'

export const TIME_ZONE = 'America/New_York'
const COLOR = '#0f766e'
const DEEP = '#0b3b3a'

/** The logo mark: a cell with meridians and an off-center nucleus. */
const mark = `
  <circle cx="20" cy="20" r="17" fill="${COLOR}"/>
  <g fill="none" stroke="#ffffff" stroke-opacity=".55" stroke-width="1.6">
    <ellipse cx="20" cy="20" rx="7" ry="17"/>
    <path d="M3 20h34"/>
  </g>
  <circle cx="23.5" cy="16" r="4.5" fill="#ffffff"/>`

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${mark}
</svg>
`

/** The logo has its own background, to be readable on any color. `textLength` fixes the width for all fonts. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 158 44" role="img" aria-label="Meridian Cell Bank">
  <rect width="158" height="44" rx="8" fill="#ffffff"/>
  <g transform="translate(4 2)">${mark}
  </g>
  <g font-family="Inter, 'Helvetica Neue', Arial, sans-serif">
    <text x="52" y="23" font-size="19" font-weight="700" fill="${DEEP}" textLength="90" lengthAdjust="spacingAndGlyphs">Meridian</text>
    <text x="52" y="36" font-size="9.5" font-weight="600" fill="${COLOR}" textLength="76" lengthAdjust="spacing">CELL BANK</text>
  </g>
</svg>
`

async function keepImage({ files }: DemoPorts, domainId: number, text: string): Promise<string> {
  const key = newFileKey(domainId, BRAND_FOLDER, 'svg')
  await files.put(key, Buffer.from(text), { type: 'image/svg+xml', maxBytes: 64 * 1024 })
  return key
}

/** Inserts the row of the domain, in which a password is enough, so that the demo can be tried. It is in the transaction that has its id. */
export async function createDemoDomain(
  db: Db,
  ports: DemoPorts,
  { now, isPasswordKnown }: Pick<DemoContext, 'now' | 'isPasswordKnown'>,
): Promise<void> {
  const id = db.domainId
  const images = [await keepImage(ports, id, logo), await keepImage(ports, id, favicon)]
  await db.rows(
    `insert into domains (id, identifier, name, description, logo, favicon, email_sender, email_notifications, primary_color, login_color,
       time_zone, demo, demo_log_in_known, two_step_memberships, updated_at,
       plating_rule, quality_rule, testing_rule, quarantine_rule, min_quality_checks, label_documents_rule)
     overriding system value values ($1, 'demo', $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $12, '{}', $11,
       'required', 'required', 'required', 'warn', 2, 'required')`,
    [
      id,
      'Meridian Cell Bank',
      'Your own cells, processed with care and kept for the day you need them.',
      ...images,
      'portal@demo.example',
      'office@demo.example',
      COLOR,
      DEEP,
      TIME_ZONE,
      now,
      isPasswordKnown,
    ],
  )
}
