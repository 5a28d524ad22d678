/** Shows what is wrong with the installation. Exit code 0: nothing, 1: warnings, 2: errors. */
import { type Command, readArguments } from '#api/cli/command.ts'
import { diagnose } from '#api/main/doctor/diagnose.ts'
import { exitCodeOf, type Finding } from '#api/main/doctor/finding.ts'

const lineOf = ({ check, severity, finding, remedy }: Finding) =>
  `${severity.padEnd(7)}  ${check}: ${finding}${remedy === undefined ? '' : `\n         → ${remedy}`}`

/** The worst first. */
const sorted = (findings: Finding[]) => findings.toSorted((a, b) => exitCodeOf([b]) - exitCodeOf([a]))

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { json: { type: 'boolean' } })
  const findings = sorted(await diagnose(process.env))
  console.log(values.json ? JSON.stringify(findings, undefined, 2) : findings.map(lineOf).join('\n'))
  process.exitCode = exitCodeOf(findings)
}
