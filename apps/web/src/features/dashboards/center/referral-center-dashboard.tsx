import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconCreditCard, IconHourglass, IconShoppingCart, IconSignature, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { referralCenterFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { CountAlert } from '#web/features/dashboards/count-alert.tsx'
import { countInProcessing, countPatients } from '#web/features/dashboards/count-patients.ts'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'

type ReferralDashboardData = Answer<'GET /api/v1/dashboards/referral-center/'>

function KeyFigures({ data }: { data: ReferralDashboardData }) {
  const link = useFigureLink()
  return (
    <StatRow>
      <Stat
        label="Patients"
        value={formatCount(countPatients(data.patients_by_stage))}
        note="Referred by you"
        link={link(referralCenterFigures.patients_by_stage, { stage: undefined })}
      />
      <Stat
        label="In processing"
        value={formatCount(countInProcessing(data.patients_by_stage))}
        note="With the lab, or on the way there"
        link={link(referralCenterFigures.patients_by_stage, { stage: 'in_processing' })}
      />
    </StatRow>
  )
}

/** Harvest centers that have not decided on this center's request yet. */
function PendingConfirmation({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert role="note" color="blue" icon={<IconHourglass size={18} />}>
      Your harvest center has not confirmed you yet. You will be notified.
    </Alert>
  )
}

const actions = (
  <>
    <Button variant="default" leftSection={<IconSignature size={18} />} component={Link} to="/request-patients-signatures">
      Request signature
    </Button>
    <Button variant="default" leftSection={<IconShoppingCart size={18} />} component={Link} to="/order">
      Order
    </Button>
    <Button
      variant="default"
      leftSection={<IconCreditCard size={18} />}
      component={Link}
      to="/harvest-center/checkout/harvest-fee"
    >
      Pay for a patient
    </Button>
    <Button
      leftSection={<IconUserPlus size={18} />}
      renderRoot={(props) => <Link {...props} to="/harvest-center/checkout/harvest-fee" search={{ patient: 'new' }} />}
    >
      Refer a patient
    </Button>
  </>
)

interface Props {
  /** The newest patients. */
  patients: ReactNode
  /** Drawers over the screen. */
  children: ReactNode
}

/** Progress and vials of the patients that a referral center referred. */
export function ReferralCenterDashboard({ patients, children }: Props) {
  const user = useSession()?.user
  const query = useQuery(apiQuery('GET /api/v1/dashboards/referral-center/'))
  const link = useFigureLink()
  return (
    <Screen title={user?.company || 'Dashboard'} lead="Patients you referred, and their vials." actions={actions}>
      <Stack gap="xl">
        <FirstRun />
        <Loaded query={query} inSteps skeleton={<Skeleton h={104} />}>
          {(data) => (
            <>
              <PendingConfirmation count={data.waiting_centers} />
              <CountAlert
                count={data.pending_signatures}
                color="yellow"
                icon={<IconSignature size={18} />}
                text={['1 document is waiting for a signature', (count) => `${count} documents are waiting for a signature`]}
                link={link(referralCenterFigures.pending_signatures)}
                action="See signatures"
              />
              <KeyFigures data={data} />
              <Section title="Vials of your patients">
                <VialCountStats counts={data} linkOf={(figure) => link(referralCenterFigures[figure])} />
              </Section>
            </>
          )}
        </Loaded>
        {patients}
        {query.data && (
          <Section title="Where your patients are">
            <div style={{ maxWidth: 720 }}>
              <StageBars
                counts={query.data.patients_by_stage}
                label="Your patients by stage"
                linkOf={(stage) => link(referralCenterFigures.patients_by_stage, { stage })}
              />
            </div>
          </Section>
        )}
      </Stack>
      {children}
    </Screen>
  )
}
