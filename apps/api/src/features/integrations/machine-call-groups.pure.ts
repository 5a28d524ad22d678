/** The calls that an admin chooses from for an access token. */
import { contract } from '@vialdesk/contract'
import type { Call } from '@vialdesk/contract/base/call'
import type { MachineCallGroup } from '@vialdesk/contract/business/integrations'
import { featureTexts } from '@vialdesk/contract/features'

export const machineCallGroups: MachineCallGroup[] = Object.entries(contract as Record<string, Record<string, Call>>)
  .map(([feature, calls]) => ({
    title: featureTexts[feature as keyof typeof featureTexts].title,
    calls: Object.values(calls)
      .filter(({ machine }) => machine)
      .map(({ key, summary }) => ({ call: key, summary })),
  }))
  .filter(({ calls }) => calls.length > 0)

export const isMachineCall = (key: string) => machineCallGroups.some(({ calls }) => calls.some(({ call }) => call === key))
