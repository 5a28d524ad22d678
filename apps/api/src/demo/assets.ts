/** The assets of the demo: links for centers, patients and sales reps. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'

interface Asset {
  name: string
  description: string
  memberships: number[]
  sections: string[]
  links: [name: string, url: string][]
}

const { patient, harvest_center, referral_harvest_center, hc_staff, sales_rep } = membershipIds

const assets: Asset[] = [
  {
    name: 'Collection day',
    description: 'What to prepare before a patient comes, how to pack the tissue, and when the carrier picks it up.',
    memberships: [harvest_center, referral_harvest_center, hc_staff],
    sections: ['/dashboard', '/fedex-request-label', '/fedex-request-label-rhc'],
    links: [
      ['Checklist for the front desk', 'https://meridian.example/collection/checklist'],
      ['Packing the kit (video)', 'https://meridian.example/collection/packing'],
    ],
  },
  {
    name: 'Your cells, step by step',
    description: 'From the collection to stored vials: what happens in the lab, and how long it takes.',
    memberships: [patient],
    sections: ['/dashboard'],
    links: [['The ten weeks of processing', 'https://meridian.example/patients/ten-weeks']],
  },
  {
    name: 'Talking about Meridian',
    description: 'The current brochure, and answers to the questions that centers ask most.',
    memberships: [sales_rep],
    sections: ['/dashboard', '/harvest-centers'],
    links: [
      ['Brochure', 'https://meridian.example/sales/brochure'],
      ['Questions and answers', 'https://meridian.example/sales/questions'],
    ],
  },
]

export async function createAssets(db: Db): Promise<void> {
  for (const { name, description, memberships, sections, links } of assets) {
    const { id: asset_id } = await db.insertWithId('assets', { asset_name: name, description, membership_ids: memberships })
    const rows = sections.map((url, position) => ({ asset_id, position, url }))
    await db.insertRows('asset_sections', rows)
    const attachments = links.map(([name, url], position) => ({ asset_id, position, type: 1, name, url }))
    await db.insertRows('asset_attachments', attachments)
  }
}
