/** What the terminal says when the portal is there. */
import type { Configuration } from '#api/platform/configuration.ts'

const LOG_INS = ['admin', 'lab', 'patient', 'salesrep', 'harvestcenter', 'referral', 'manager', 'distributor', 'staff']

export function greetingOf({ publicUrl, demoPassword }: Configuration, hasDemo: boolean, milliseconds: number): string {
  const lines = [`Vialdesk is at ${publicUrl} (ready in ${(milliseconds / 1000).toFixed(1)} s; Ctrl-C stops it)`]
  if (hasDemo) {
    lines.push(`Demo log-ins, password ${demoPassword}:`)
    for (let at = 0; at < LOG_INS.length; at += 3)
      lines.push(
        `  ${LOG_INS.slice(at, at + 3)
          .map((name) => `${name}@demo.example`.padEnd(28))
          .join('')
          .trimEnd()}`,
      )
  }
  return lines.join('\n')
}
