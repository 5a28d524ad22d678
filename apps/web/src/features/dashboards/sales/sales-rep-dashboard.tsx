import { Anchor, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { salesRepFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { countPatients } from '#web/features/dashboards/count-patients.ts'
import { Dashboard, useWelcome } from '#web/features/dashboards/dashboard.tsx'
import { Figure, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'
import { QrLink } from '#web/ui/text/qr-link.tsx'
import { SalesProgress } from './sales-progress.tsx'

/** Contact details of the rep's manager. Hidden without a manager; the dashboard does not wait for it. */
function ContactSection() {
  const id = useSession()?.user.id ?? 0
  const { data } = useQuery(apiQuery('GET /api/v1/users/sales-rep/{id}/', { params: { id } }))
  const manager = data?.sales_manager
  if (!manager) return null
  const { first_name, last_name, email, phone_number } = manager
  return (
    <Section title="Your sales manager">
      <Group gap="lg">
        <Text fw={500}>{`${first_name} ${last_name}`.trim()}</Text>
        <MailLink to={email} />
        {phone_number && <Anchor href={`tel:${phone_number}`}>{phone_number}</Anchor>}
      </Group>
    </Section>
  )
}

type RepDashboardData = Answer<'GET /api/v1/dashboards/sales-rep/'>

interface Props {
  /** The list of centers that signed up by the links. */
  signUps: ReactNode
}

function Overview({ data, signUps }: Props & { data: RepDashboardData }) {
  const thisMonth = data.transactions_by_month.at(-1)
  const link = useFigureLink()
  return (
    <PartByPart>
      <Section title="Your referral links" lead="Centers that sign up with these links are assigned to you.">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <QrLink label="Harvest center sign-up" value={data.links.harvest_center} fileName="harvest-center-sign-up" />
          <QrLink
            label="Referral harvest center sign-up"
            value={data.links.referral_harvest_center}
            fileName="referral-harvest-center-sign-up"
          />
        </SimpleGrid>
      </Section>
      {signUps}
      <StatRow>
        <Figure of={salesRepFigures.harvest_centers} label="Harvest centers" count={data.harvest_centers} />
        <Figure
          of={salesRepFigures.referral_harvest_centers}
          label="Referral harvest centers"
          count={data.referral_harvest_centers}
        />
        <Figure
          of={salesRepFigures.patients_by_stage}
          row={{ stage: undefined }}
          label="Patients"
          count={countPatients(data.patients_by_stage)}
          note="Of all your centers"
        />
        <Stat
          label="Transactions this month"
          value={formatCount(thisMonth?.count ?? 0)}
          link={thisMonth && link(salesRepFigures.transactions_by_month, thisMonth)}
        />
      </StatRow>
      <SalesProgress data={data} figures={salesRepFigures} of="your centers" />
      <ContactSection />
    </PartByPart>
  )
}

export default function SalesRepDashboard({ signUps }: Props) {
  return (
    <Dashboard
      title={useWelcome('Dashboard')}
      call="GET /api/v1/dashboards/sales-rep/"
      skeleton={{ heights: [200, 96, 280] }}
      overview={(data) => <Overview data={data} signUps={signUps} />}
    />
  )
}
