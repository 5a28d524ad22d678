import { Anchor, Stack } from '@mantine/core'
import type { User } from '@vialdesk/contract/accounts'
import { membershipOf } from '@vialdesk/contract/roles'
import type { ReactNode } from 'react'
import { type Choices, useDistributors, useLabs, useManagers, useReps, useTags } from '#web/lib/choices.ts'
import { roleName } from '#web/lib/user-words.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { type Fact, FactGroups, Facts } from '#web/ui/facts.tsx'

/** Undefined stays undefined: what the answer leaves out is not for this reader. */
const when = <T,>(value: T | undefined, show: (value: T) => ReactNode) => (value === undefined ? undefined : show(value))
const nameIn = ({ choices }: Choices, id: number | null | undefined) =>
  when(id, (known) => known && (choices.find((choice) => choice.id === known)?.name ?? `#${known}`))
const companies = (centers: { company: string }[] | undefined) =>
  when(centers, (known) => known.map(({ company }) => company).join(', '))

const date = (value: string | null | undefined, withTime = false) =>
  when(value, (known) => <DateText value={known} withTime={withTime} blank={withTime ? 'Never' : '—'} />)

function Who({ user }: { user: User }) {
  const tags = useTags().choices
  const named = user.tags.map((tag) => tags.find(({ id }) => id === tag)?.name ?? `#${tag}`).join(', ')
  const facts: Fact[] = [
    { label: 'ID', value: <span className="figures">{user.id}</span> },
    { label: 'Name', value: user.username },
    { label: 'Company', value: user.company || undefined },
    { label: 'Membership', value: user.membership.map(({ id, name }) => name || roleName(id)).join(', ') },
    { label: 'Tags', value: named || undefined },
    { label: 'Joined', value: date(user.date_joined) },
    { label: 'Last login', value: date(user.last_login, true) },
    { label: 'Status', value: when(user.active, (active) => (active ? 'Active' : 'Inactive')) },
  ]
  return <Facts title="Account" facts={facts} />
}

function Contact({ user }: { user: User }) {
  const { email, phone_number, address1, address2, city, state_desc, country_desc, zip_code } = user
  const lines = [address1, address2, [city, state_desc, zip_code].filter(Boolean).join(', '), country_desc].filter(Boolean)
  const facts: Fact[] = [
    { label: 'Email', value: when(email, (to) => <Anchor href={`mailto:${to}`}>{to}</Anchor>) },
    { label: 'Phone', value: when(phone_number, (to) => to && <Anchor href={`tel:${to.replace(/[^\d+]/g, '')}`}>{to}</Anchor>) },
    {
      label: 'Address',
      value: address1 === undefined ? undefined : lines.length > 0 && lines.map((line) => <div key={line}>{line}</div>),
    },
  ]
  return <Facts title="Contact" facts={facts.map((fact) => ({ ...fact, value: fact.value === false ? '' : fact.value }))} />
}

/** Which ties to others a membership always has; the others show where there is one. */
const ties: Record<'center' | 'rep' | 'manager' | 'distributor' | 'lab', number[]> = {
  center: [membershipOf.patient],
  rep: [membershipOf.patient, membershipOf.harvest_center, membershipOf.referral_harvest_center],
  manager: [membershipOf.sales_rep],
  distributor: [membershipOf.sales_manager],
  lab: [membershipOf.harvest_center],
}
const shown = (always: boolean, value: ReactNode) => (always || value ? value : undefined)

function Ties({ user }: { user: User }) {
  const has = (tie: keyof typeof ties) => ties[tie].includes(user.subscription)
  const [reps, managers, distributors, labs] = [useReps(), useManagers(), useDistributors(), useLabs()]
  const facts: Fact[] = [
    { label: 'Harvest center', value: has('center') ? companies(user.hc_desc) : undefined },
    { label: 'Referral harvest center', value: has('center') ? companies(user.rhc_desc) : undefined },
    { label: 'Referred to', value: user.referral_hc_desc?.length ? companies(user.referral_hc_desc) : undefined },
    { label: 'Lab', value: has('lab') ? nameIn(labs, user.lab_id) : undefined },
    { label: 'Sales rep', value: has('rep') ? nameIn(reps, user.saless_rep_id) : undefined },
    { label: 'Sales manager', value: shown(has('manager'), nameIn(managers, user.sales_manager_id)) },
    { label: 'Distributor', value: shown(has('distributor'), nameIn(distributors, user.sales_distributor_id)) },
    { label: 'Template', value: user.template_id ?? undefined },
    { label: 'Document', value: user.document_id ?? undefined },
  ]
  return <Facts title="Belongs to" facts={facts} />
}

/** Who a user is, how to reach it, and whose it is: as much as the reader was given. */
export function UserFacts({ user }: { user: User }) {
  return (
    <Stack gap="xl">
      <FactGroups>
        <Who user={user} />
        <Contact user={user} />
        <Ties user={user} />
      </FactGroups>
    </Stack>
  )
}
