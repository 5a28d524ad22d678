import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { VialState } from '@vialdesk/contract/care/single-vials'
import { labFigures } from '@vialdesk/contract/dashboard-links'
import { labLabel, vialStateNames } from '@vialdesk/contract/people/lab-fields'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import { OrdersToShipAlert } from '#web/features/dashboards/count-alert.tsx'
import { countInProcessing } from '#web/features/dashboards/count-patients.ts'
import { Dashboard, Pair, useWelcome } from '#web/features/dashboards/dashboard.tsx'
import { Figure, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { DuePatients } from '#web/features/dashboards/patient-list.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatRow } from '#web/ui/layout/stat.tsx'
import { ArrivedParcels } from './arrived-parcels.tsx'

/** Number of vials by state, linked to the filtered list. */
function VialsByState({ counts }: { counts: { state: VialState; count: number }[] }) {
  const link = useFigureLink()
  return (
    <ul className="ruled ruled-ends" aria-label="Your vials by state">
      {counts.map((row) => (
        <Group component="li" key={row.state} justify="space-between" wrap="nowrap" mih={44}>
          <Anchor renderRoot={(props) => <Link {...props} {...link(labFigures.vials_by_state, row)} />}>
            {vialStateNames[row.state]}
          </Anchor>
          <Text span className="figures" {...(row.count === 0 ? { c: 'dimmed' } : { fw: 600 })}>
            {formatCount(row.count)}
          </Text>
        </Group>
      ))}
    </ul>
  )
}

type LabDashboardData = Answer<'GET /api/v1/dashboards/lab/'>

/** Lists only the first patients; the figures above give the total. */
function dueListLead({ due, overdue, due_this_week }: LabDashboardData): string {
  const all = overdue + due_this_week
  const listed = all > due.length ? `The first ${due.length} of ${formatCount(all)}, the` : 'The'
  return `${listed} longest overdue first. Open a patient to update the lab record.`
}

function Overview({ data, onOpen }: { data: LabDashboardData; onOpen: (row: PatientRow) => void }) {
  return (
    <PartByPart>
      <OrdersToShipAlert count={data.orders_to_ship} />
      <StatRow>
        <Figure
          of={labFigures.due_this_week}
          label="Due this week"
          count={data.due_this_week}
          note={`${labLabel('estimated_date_vials_ready_to_ship')} within 7 days`}
        />
        <Figure
          of={labFigures.overdue}
          label="Overdue"
          count={data.overdue}
          note={`${labLabel('estimated_date_vials_ready_to_ship')} has passed`}
        />
        <Figure
          of={labFigures.patients_by_stage}
          row={{ stage: 'in_processing' }}
          label="Patients in processing"
          count={countInProcessing(data.patients_by_stage)}
          note="Shipped, and not ready yet"
        />
        <Figure of={labFigures.arrived} label="Arrived" count={data.arrived} note="Patients to be booked in" />
        <Figure of={labFigures.harvest_centers} label="Harvest centers" count={data.harvest_centers} note="Assigned to you" />
      </StatRow>
      {data.arrived_parcels.length > 0 && (
        <Section title="Arrived, to be booked in" lead="The carrier has delivered these parcels.">
          <ArrivedParcels parcels={data.arrived_parcels} />
        </Section>
      )}
      <Section title="Due this week" lead={data.due.length > 0 && dueListLead(data)}>
        <DuePatients rows={data.due} onOpen={onOpen} />
      </Section>
      <Pair even>
        <Section title="Patients by stage" lead="From registration to the last vial shipped.">
          <StageBars counts={data.patients_by_stage} label="Your patients by stage" figure={labFigures.patients_by_stage} />
        </Section>
        <Section title="Vials by state" lead="Choose a state to see its vials.">
          <VialsByState counts={data.vials_by_state} />
        </Section>
      </Pair>
    </PartByPart>
  )
}

interface Props {
  onOpen: (row: PatientRow) => void
  /** The list of harvest centers. */
  centers: ReactNode
  /** Drawers over the screen. */
  children: ReactNode
}

/** A lab's day: due patients, stages, vials by state and harvest centers. */
export const LabDashboard = ({ onOpen, centers, children }: Props) => (
  <Dashboard
    title={useWelcome('Welcome')}
    lead={useSession()?.user.company}
    call="GET /api/v1/dashboards/lab/"
    skeleton={{ heights: [104, 240, [280, 280]], even: true }}
    overview={(data) => <Overview data={data} onOpen={onOpen} />}
    below={
      <Section title="Your harvest centers" lead="Open a center to see its patients.">
        {centers}
      </Section>
    }
  >
    {children}
  </Dashboard>
)
