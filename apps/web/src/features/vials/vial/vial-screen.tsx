import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconRoute, IconZoomExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import { FOR_AUTOLOGOUS_USE, NOT_EVALUATED, type VialStep, type VialTrace } from '@vialdesk/contract/care/single-vials'
import { formatVialCode, parseVialCode } from '@vialdesk/contract/care/vial-codes'
import { type FormEvent, useState } from 'react'
import { VialButtons } from '#web/features/vials/actions/vial-buttons.tsx'
import {
  ArrivalDrawer,
  ArrivalText,
  OverridesText,
  ReceiverText,
  TrackingText,
} from '#web/features/vials/arrival/shipment-facts.tsx'
import { VialStateBadge } from '#web/features/vials/code-list.tsx'
import paper from '#web/features/vials/paper.module.css'
import { PrintedLine, patientFactsOf } from '#web/features/vials/paper.tsx'
import { stateChangeText, stepTitle, vialPlaceText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { isNotFound } from '#web/lib/errors/api-error.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { QrCode } from '#web/ui/text/qr-code.tsx'
import { Timeline } from '#web/ui/text/timeline.tsx'
import classes from './vial-details.module.css'

function Detail({ step, before }: { step: VialStep; before: VialStep | undefined }) {
  const change = stateChangeText(step)
  const wasStored = step.from === null && vialPlaceText(step)
  const wasElsewhere = step.from === step.to && before && vialPlaceText(before)
  return (
    <>
      <DateText value={step.at} withTime /> · <bdi>{step.by}</bdi>
      {change && <div>{change}</div>}
      {wasStored && (
        <div>
          At <bdi>{wasStored}</bdi>
        </div>
      )}
      {wasElsewhere && (
        <div>
          From <bdi>{wasElsewhere}</bdi>
        </div>
      )}
      {step.reason && (
        <div>
          Reason: <LongText>{step.reason}</LongText>
        </div>
      )}
    </>
  )
}

/** The steps of a vial, oldest first. */
function VialSteps({ steps }: { steps: VialStep[] }) {
  const shown = steps.map((step, place) => ({
    key: String(step.id),
    title: stepTitle(step),
    state: place === steps.length - 1 ? ('now' as const) : ('done' as const),
    detail: <Detail step={step} before={steps[place - 1]} />,
  }))
  return <Timeline steps={shown} label="Vial history, oldest first" />
}

/** The warnings on the label of the vial. */
function LabelWarnings({ evaluated }: Pick<VialTrace, 'evaluated'>) {
  return (
    <ul className={classes.marks} aria-label="On the label">
      <li>{FOR_AUTOLOGOUS_USE}</li>
      {!evaluated && <li data-warning>{NOT_EVALUATED}</li>}
    </ul>
  )
}

function LabelSection({ vial }: { vial: VialTrace }) {
  const { code, state, since, reason, evaluated } = vial
  return (
    <section className={classes.head} aria-label="Label">
      <Stack gap="sm" flex="1 1 18rem" miw={0}>
        <p className={classes.code}>{formatVialCode(code)}</p>
        <Group gap="xs">
          <VialStateBadge state={state} />
          <Text c="dimmed">
            since <DateText value={since} withTime />
          </Text>
        </Group>
        {reason && (
          <Alert color={state === 'held' ? 'red' : 'gray'} icon={<IconAlertTriangle size={18} />} py="xs">
            {state === 'held' ? 'On hold: ' : 'Disposed of: '}
            <LongText>{reason}</LongText>
          </Alert>
        )}
        <LabelWarnings evaluated={evaluated} />
      </Stack>
      <QrCode value={`${location.origin}/vials/${code}`} label={`QR code of the vial ${formatVialCode(code)}`} size={132} />
    </section>
  )
}

const entryDate = (entry: VialTrace['added_entry']) =>
  entry && (
    <>
      <DateText value={entry.date} /> {entry.quantity > 1 && `(entry of ${entry.quantity} vials)`}
    </>
  )

function historyFactsOf(vial: VialTrace, onConfirm: () => void): Fact[] {
  const { made_at, added_entry, shipped_entry, tracking_id, place, position } = vial
  return [
    { label: 'Registered', value: <DateText value={made_at} /> },
    { label: 'Added', value: entryDate(added_entry) },
    { label: 'Shipped', value: entryDate(shipped_entry) },
    {
      label: 'Tracking number',
      value: shipped_entry ? <TrackingText number={tracking_id} link={shipped_entry.tracking_link} /> : undefined,
    },
    { label: 'Receiver', value: shipped_entry ? <ReceiverText receiver={shipped_entry.receiver} /> : undefined },
    {
      label: 'Arrival',
      value: shipped_entry ? (
        <ArrivalText
          arrival={shipped_entry.arrival}
          mayConfirm={shipped_entry.may_confirm_arrival}
          name={`shipped ${formatDay(shipped_entry.date)}`}
          onConfirm={onConfirm}
        />
      ) : undefined,
    },
    { label: 'Place', value: place && <bdi>{place}</bdi> },
    { label: 'Position', value: position && <bdi>{position}</bdi> },
  ]
}

/** One vial, with the fields that the reader may see. */
function VialDetails({ vial }: { vial: VialTrace }) {
  const [confirming, setConfirming] = useState(false)
  const { added_entry, shipped_entry } = vial
  const overrides = [...(added_entry?.overrides ?? []), ...(shipped_entry?.overrides ?? [])]
  return (
    <Stack gap="xl" className={paper.sheet}>
      <PrintedLine />
      <LabelSection vial={vial} />
      <FactGroups>
        <Facts title="Patient" facts={patientFactsOf(vial)} headingLevel={2} />
        <Facts title="Dates" facts={historyFactsOf(vial, () => setConfirming(true))} headingLevel={2} />
      </FactGroups>
      {vial.steps && (
        <Section title="History">
          <VialSteps steps={vial.steps} />
        </Section>
      )}
      {overrides.length > 0 && (
        <Section title="Overrides" lead="Released or shipped although a rule was not met.">
          <Stack gap="sm">
            <OverridesText overrides={overrides} />
          </Stack>
        </Section>
      )}
      <ArrivalDrawer entry={(confirming && shipped_entry) || undefined} onClose={() => setConfirming(false)} />
    </Stack>
  )
}

/** Searches another code; rejects malformed codes without a request. */
function CodeForm() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const findVial = (event: FormEvent) => {
    event.preventDefault()
    const code = parseVialCode(text)
    setWrong(code === undefined)
    if (code) void navigate({ to: '/vials/$code', params: { code } })
  }
  return (
    <form onSubmit={findVial} noValidate aria-label="Find a vial">
      <Group gap="xs" align="flex-start" justify="center" wrap="nowrap">
        <TextInput
          aria-label="Vial code"
          placeholder="XXXX-XXXX-XXXX"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWrong(false)
          }}
          error={wrong && 'A vial code has 12 letters and digits.'}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={200}
        />
        <Button type="submit">Find</Button>
      </Group>
    </form>
  )
}

/** Maximum letters in one line of the narrowest screen. A code is read in one piece; whatever else was typed goes on in the next line. */
const MAX_LINE_LENGTH = 20

/** A missing vial and a vial without access look the same. */
function VialNotFound({ text }: { text: string }) {
  return (
    <Screen title="Vial">
      <EmptyState
        icon={IconZoomExclamation}
        title="No vial found"
        hint={
          <>
            No vial has the code{' '}
            <bdi style={{ overflowWrap: 'anywhere', whiteSpace: text.length <= MAX_LINE_LENGTH ? 'nowrap' : undefined }}>
              {text}
            </bdi>
            , or you do not have access to it. Check the label and enter the code again.
          </>
        }
        action={<CodeForm />}
      />
    </Screen>
  )
}

function Actions({ vial }: { vial: VialTrace }) {
  return (
    <Group gap="xs" className={`no-print ${classes.actions}`}>
      <Button
        component={Link}
        to={`/trace/${vial.patient.id}`}
        variant="default"
        leftSection={<IconRoute size={16} stroke={1.6} />}
      >
        Trace report
      </Button>
      <VialButtons vials={[vial]} onDone={() => undefined} />
    </Group>
  )
}

function FoundVial({ code }: { code: string }) {
  const role = useSession()?.role
  const query = useQuery(apiQuery('GET /api/v1/vials/find/{code}/', { params: { code } }))
  usePageTitle(`Vial ${formatVialCode(code)}`)
  const mayOpenList = mayOpenScreen('/vials', role)
  if (isNotFound(query.error)) return <VialNotFound text={formatVialCode(code)} />
  return (
    <Screen
      title="Vial"
      {...(mayOpenList && { breadcrumbs: [{ label: 'Vials', to: '/vials' }] })}
      actions={mayOpenList && query.data && <Actions vial={query.data} />}
    >
      <Loaded query={query} skeleton={[180, 160]}>
        {(vial) => <VialDetails vial={vial} />}
      </Loaded>
    </Screen>
  )
}

/** One vial, opened by scanning or typing the code on its label. */
export function VialScreen({ code: text }: { code: string }) {
  const code = parseVialCode(text)
  return code === undefined ? <VialNotFound text={text} /> : <FoundVial key={code} code={code} />
}
