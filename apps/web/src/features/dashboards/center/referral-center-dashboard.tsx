import { Alert } from '@mantine/core'
import { IconCreditCard, IconHourglass, IconShoppingCart, IconSignature, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { referralCenterFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { CountAlert } from '#web/features/dashboards/count-alert.tsx'
import { countInProcessing, countPatients } from '#web/features/dashboards/count-patients.ts'
import { Action, Dashboard } from '#web/features/dashboards/dashboard.tsx'
import { Figure, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { StatRow } from '#web/ui/layout/stat.tsx'

const CALL = 'GET /api/v1/dashboards/referral-center/'

function Overview({ data }: { data: Answer<typeof CALL> }) {
  const link = useFigureLink()
  const counts = data.patients_by_stage
  return (
    <>
      {data.waiting_centers > 0 && (
        <Alert role="note" color="blue" icon={<IconHourglass size={18} />}>
          Your harvest center has not confirmed you yet. You will be notified.
        </Alert>
      )}
      <CountAlert
        count={data.pending_signatures}
        color="yellow"
        icon={<IconSignature size={18} />}
        text={['1 document is waiting for a signature', (count) => `${count} documents are waiting for a signature`]}
        figure={referralCenterFigures.pending_signatures}
        action="See signatures"
      />
      <StatRow>
        <Figure
          of={referralCenterFigures.patients_by_stage}
          row={{ stage: undefined }}
          label="Patients"
          count={countPatients(counts)}
          note="Referred by you"
        />
        <Figure
          of={referralCenterFigures.patients_by_stage}
          row={{ stage: 'in_processing' }}
          label="In processing"
          count={countInProcessing(counts)}
          note="With the lab, or on the way there"
        />
      </StatRow>
      <Section title="Vials of your patients">
        <VialCountStats counts={data} linkOf={(figure) => link(referralCenterFigures[figure])} />
      </Section>
    </>
  )
}

/** Below the list of patients, which does not wait for it. */
function PatientsByStage() {
  const { data } = useQuery(apiQuery(CALL))
  if (!data) return null
  const figure = referralCenterFigures.patients_by_stage
  return (
    <Section title="Where your patients are">
      <div style={{ maxWidth: 720 }}>
        <StageBars counts={data.patients_by_stage} label="Your patients by stage" figure={figure} />
      </div>
    </Section>
  )
}

const actions = (
  <>
    <Action icon={IconSignature} to="/request-patients-signatures">
      Request signature
    </Action>
    <Action icon={IconShoppingCart} to="/order">
      Order
    </Action>
    <Action icon={IconCreditCard} to="/harvest-center/checkout/harvest-fee">
      Pay for a patient
    </Action>
    <Action icon={IconUserPlus} isMain to="/harvest-center/checkout/harvest-fee" search={{ patient: 'new' }}>
      Refer a patient
    </Action>
  </>
)

interface Props {
  /** The newest patients. */
  patients: ReactNode
  /** Drawers over the screen. */
  children: ReactNode
}

/** Progress and vials of the patients that a referral center referred. */
export const ReferralCenterDashboard = ({ patients, children }: Props) => (
  <Dashboard
    title={useSession()?.user.company || 'Dashboard'}
    lead="Patients you referred, and their vials."
    actions={actions}
    call={CALL}
    skeleton={{ heights: [104] }}
    overview={(data) => <Overview data={data} />}
    below={
      <>
        {patients}
        <PatientsByStage />
      </>
    }
  >
    {children}
  </Dashboard>
)
