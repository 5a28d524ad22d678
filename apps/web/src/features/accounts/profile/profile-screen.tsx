import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import { type ReactNode, useState } from 'react'
import { roleName } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatUtc } from '#web/lib/format/dates.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { CenterLogo } from './center-logo.tsx'
import { ProfileForm } from './profile-form.tsx'

interface Center {
  id: number
  company: string
}

function OneOf({ centers, first }: { centers: Center[]; first: Center }) {
  const [chosen, choose] = useState(first.id)
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: chosen } }))
  return (
    <Section title="Logo" lead={centers.length === 1 ? first.company : 'Choose one of your centers.'}>
      <Stack gap="md">
        {centers.length > 1 && (
          <ChoiceSelect
            label="Harvest center"
            required
            choices={centers.map(({ id, company }) => ({ id, name: company }))}
            state="loaded"
            value={chosen}
            onChange={(id) => choose(id ?? first.id)}
          />
        )}
        <Loaded query={query}>{(center) => <CenterLogo key={center.id} center={center} />}</Loaded>
      </Stack>
    </Section>
  )
}

/** Staff edit the logos of their centers. */
function StaffLogos({ staff }: { staff: number }) {
  const query = useQuery(apiQuery('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id: staff } }))
  return <Loaded query={query}>{(centers) => (centers[0] ? <OneOf centers={centers} first={centers[0]} /> : null)}</Loaded>
}

const moment = (value: string | null | undefined) => (
  <span className="figures">{value ? <time dateTime={value}>{formatUtc(value)}</time> : 'N/A'}</span>
)

const skeleton = (
  <Stack gap="md" maw="44rem">
    <Skeleton h={20} w="60%" />
    {['names', 'ways', 'street', 'place'].map((row) => (
      <Skeleton key={row} h={58} />
    ))}
  </Stack>
)

interface Props {
  /** Signs the attestation of a center, or of its staff, that has no template yet. */
  attestation: (user: User) => ReactNode
}

const signsAttestation = ({ subscription, template_id }: User) =>
  !template_id && (subscription === membershipIds.harvest_center || subscription === membershipIds.hc_staff)

function Profile({ user, attestation }: Props & { user: User }) {
  return (
    <Stack gap={40}>
      <Facts
        title="Account"
        headingLevel={2}
        facts={[
          { label: 'Membership', value: user.membership.map(({ id, name }) => name || roleName(id)).join(', ') },
          { label: 'Joined', value: moment(user.date_joined) },
          { label: 'Last login', value: moment(user.last_login) },
        ]}
      />
      {signsAttestation(user) && attestation(user)}
      <Section title="Contact Details">
        <ProfileForm key={user.id} user={user} />
      </Section>
      {user.subscription === membershipIds.harvest_center && (
        <Section title="Logo" lead="Shown for your center in the portal.">
          <CenterLogo center={user} />
        </Section>
      )}
      {user.subscription === membershipIds.hc_staff && <StaffLogos staff={user.id} />}
    </Stack>
  )
}

export function ProfileScreen({ attestation }: Props) {
  const id = useSession()?.user.id ?? 0
  const query = useQuery({ ...apiQuery('GET /api/v1/users/{id}/', { params: { id } }), enabled: id > 0 })
  return (
    <Screen title="Profile" narrow>
      <Loaded query={query} skeleton={skeleton}>
        {(user) => <Profile user={user} attestation={attestation} />}
      </Loaded>
    </Screen>
  )
}
