/** Texts of the patient's dashboard: calm, exact, and based on recorded facts only. */
import { isUnderWay, type JourneyRecord } from '#web/entities/patient/journey-steps.ts'

const isPlatingFailed = (record: JourneyRecord) => record.stemcell_plating_successful === 2 && record.vials_available === 0

/** Where the cells are between the center and the lab, as far as the carrier knows; undefined at other stages. */
function parcelHeadline({ stage, parcel }: JourneyRecord): string | undefined {
  if (stage !== 'registered' && stage !== 'shipped') return undefined
  if (parcel === 'delivered') return 'Your cells have arrived at the lab.'
  return parcel === 'in_transit' ? 'Your cells are on their way to the lab.' : undefined
}

/** The headline of the dashboard. */
export function headline(record: JourneyRecord): string {
  const { stage } = record
  const ofParcel = parcelHeadline(record)
  if (ofParcel) return ofParcel
  if (stage === 'plated' && isPlatingFailed(record)) return 'Your cells are at the lab. The next step is pending.'
  if (stage === 'stored' && record.vials_shipped > 0) return 'Some of your cells were shipped. The others are in safe storage.'
  if (stage === 'shipped_out')
    return record.vials_preparation + record.vials_ready_ship > 0
      ? 'All your stored cells were shipped. More are in preparation.'
      : 'All your cells were shipped. None are left in storage.'
  return {
    registered: 'You are registered. Your cells have not been shipped yet.',
    shipped: 'Your cells are on their way to the lab.',
    received: 'Your cells are safe at the lab.',
    plated: 'Your cells are growing at the lab.',
    quality_checked: 'Your cells are in quality checks.',
    ready: 'Your cells are ready.',
    stored: 'Your cells are in safe storage.',
  }[stage]
}

export interface NextStep {
  /** The next step and who does it. */
  text: string
  /** True when the patient should contact the center now. */
  contactCenter: boolean
}

/** The next step. `center` is the name of the patient's harvest center. */
export function nextStep(record: JourneyRecord, center: string): NextStep {
  const nothingToDo = 'You do not need to do anything.'
  if (record.parcel === 'delivered' && record.date_adipose_received_by_lab === null)
    return { text: `The lab books in the parcel with your cells. ${nothingToDo}`, contactCenter: false }
  const stage = record.stage === 'registered' && isUnderWay(record) ? 'shipped' : record.stage
  switch (stage) {
    case 'registered':
      return { text: `After your procedure, ${center} sends your cells to the lab. ${nothingToDo}`, contactCenter: false }
    case 'shipped':
      return { text: `You will see here when they arrive at the lab. ${nothingToDo}`, contactCenter: false }
    case 'received':
      return { text: `The lab prepares your cells and starts to grow them. ${nothingToDo}`, contactCenter: false }
    case 'plated':
      if (isPlatingFailed(record)) return { text: `Contact ${center} about the next step.`, contactCenter: true }
      return { text: `The lab grows your cells and checks their quality. This takes weeks. ${nothingToDo}`, contactCenter: false }
    case 'quality_checked':
      return { text: `After the checks, the lab prepares your vials. ${nothingToDo}`, contactCenter: false }
    case 'ready':
      return { text: `Your vials are ready to ship. Contact ${center} about the next step.`, contactCenter: true }
    default:
      return { text: `When you want to use your cells, contact ${center}.`, contactCenter: true }
  }
}
