import type { Reports } from '@vitrine/client/admin'
import { useState } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useDraft } from '../../draft/draft.tsx'
import { isEqual, type Json } from '../../draft/patch.ts'
import { useFormat } from '../../format/use-format.ts'
import { Link } from '../../router.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EditButtons } from '../../ui/edit-buttons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { useWords } from '../../messages/messages.tsx'
import { describeCondition } from './describe-when.ts'
import { earlier, newRuleId, type Rule, ruleName, rulesBeside, shadowedBy, stateOf, withRule } from './rule.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { Segments } from './segments.tsx'

const STATE_COLOR = { active: 'good', scheduled: 'accent', expired: 'warn' } as const

export function Rules() {
  const { t, count } = useWords()
  const { config, live, edit } = useDraft()
  const mayEdit = useMayEdit()
  const [editing, setEditing] = useState<Rule | null>(null)
  const rules = config.search?.rules ?? []
  const published = new Map((live.search?.rules ?? []).map((rule) => [String(rule.id), rule]))
  const set = (next: Rule[]) => edit({ search: { rules: next as Json } })
  const actsOf = useRuleUse()
  const columns = useColumns(rules, actsOf, (rule) => isEqual(published.get(String(rule.id)) as Json, rule as Json))
  return (
    <Page
      title={t('nav.rules')}
      about={t('rules.about')}
      actions={
        <>
          <ReportActions report="rules" />
          {mayEdit && (
            <Button
              icon="plus"
              kind="primary"
              onClick={() => setEditing({ id: newRuleId('', rules), when: { query: '' } })}
            >
              {t('rules.new')}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <Card flush title={count('rules.count', rules.length)}>
          <DataTable
            empty={
              <EmptyState title={t('rules.none')} link={{ to: '/workbench', label: t('first.rule.do') }}>
                {t('rules.noneAbout')}
              </EmptyState>
            }
            caption={t('nav.rules')}
            stacks
            rows={rules}
            rowKey={(rule) => rule.id}
            columns={[...columns]}
            actions={(rule) =>
              mayEdit && (
                <>
                  {rules[0] !== rule && (
                    <Button
                      small
                      kind="plain"
                      aria-label={t('rules.earlierNamed', { name: ruleName(rule) })}
                      onClick={() => set(earlier(rules, rule))}
                    >
                      {t('rules.earlier')}
                    </Button>
                  )}
                  <EditButtons
                    name={ruleName(rule)}
                    onEdit={() => setEditing(rule)}
                    onRemove={() => set(rules.filter((one) => one !== rule))}
                  />
                </>
              )
            }
          />
        </Card>
        <Segments />
      </div>
      {editing && (
        <RuleDialog
          rule={editing}
          newAmong={rules.includes(editing) ? undefined : rules}
          onClose={() => setEditing(null)}
          onSave={(rule) => {
            set(
              withRule(
                rules.filter((one) => one !== editing || one.id === rule.id),
                rule,
              ),
            )
            setEditing(null)
          }}
        />
      )}
    </Page>
  )
}

type RuleUse = Reports['rules']['rows'][number]

/** Returns undefined for rules that are not live, and until the report is loaded. */
function useRuleUse(): (rule: Rule) => RuleUse | undefined {
  const { now } = usePeriod()
  const report = useReport('rules', { ...now, limit: 1000 })
  const rows = new Map((report.data?.rows ?? []).map((row) => [row.rule, row]))
  return ({ id }) => rows.get(String(id))
}

function useColumns(
  rules: readonly Rule[],
  actsOf: (rule: Rule) => RuleUse | undefined,
  isPublished: (rule: Rule) => boolean,
): Column<Rule>[] {
  const { t, count } = useWords()
  const format = useFormat()
  const now = Date.now()
  const hasConflicts = rules.some((rule) => rulesBeside(rule, rules).length > 0 || shadowedBy(rule, rules).length > 0)
  const conflicts: Column<Rule> = {
    title: t('rules.conflicts'),
    cell: (rule) => {
      const beside = rulesBeside(rule, rules)
      const shadowing = shadowedBy(rule, rules)
      if (shadowing.length > 0)
        return <span className="badge warn">{t('rules.shadowed', { rules: shadowing.map(ruleName).join(', ') })}</span>
      return (
        beside.length > 0 && (
          <span className="small soft">{t('rules.beside', { rules: beside.map(ruleName).join(', ') })}</span>
        )
      )
    },
  }
  return [
    {
      title: t('rules.when'),
      cell: (rule) => (
        <>
          {rule.name && <strong className="rule-name">{rule.name}</strong>}
          <Condition rule={rule} />
        </>
      ),
    },
    { title: t('rules.does'), cell: (rule) => <Actions rule={rule} /> },
    {
      title: t('common.state'),
      cell: (rule) => {
        const state = stateOf(rule, now)
        return (
          <span className="row">
            <span className={`badge ${STATE_COLOR[state]}`}>{t(`rules.state.${state}`)}</span>
            {!isPublished(rule) && <span className="badge accent">{t('common.draft')}</span>}
            {rule.ends_at && state !== 'expired' && (
              <span className="soft small">{t('rules.until', { date: format.dateTime(rule.ends_at) })}</span>
            )}
          </span>
        )
      },
    },
    {
      title: t('rules.usage'),
      number: true,
      cell: (rule) => {
        const use = actsOf(rule)
        if (!use) return '–'
        if (use.last_acted_on === null) return <span className="badge warn">{t('rules.neverActed')}</span>
        return (
          <>
            {count('rules.acted', use.acted)}
            {use.acted === 0 && (
              <span className="soft small"> {t('rules.lastActed', { date: format.day(use.last_acted_on) })}</span>
            )}
          </>
        )
      },
    },
    ...(hasConflicts ? [conflicts] : []),
  ]
}

export function Condition({ rule: { when } }: { rule: Rule }) {
  const { t } = useWords()
  const text = describeCondition(when, t, useDraft().config)
  return when.query === undefined ? (
    text
  ) : (
    <Link to={`/workbench?${new URLSearchParams({ q: when.query })}`}>{text}</Link>
  )
}

export function Actions({ rule }: { rule: Rule }) {
  const { t, count } = useWords()
  const { pin = [], hide = [], boost = [], bury = [], content = [], redirect, filters } = rule
  const pins = pin.length + (rule.pin_where ?? []).length
  const hides = hide.length + (rule.hide_where ?? []).length
  const parts = [
    pins > 0 && count('rules.pins', pins),
    hides > 0 && count('rules.hides', hides),
    boost.length > 0 && count('rules.boosts', boost.length),
    bury.length > 0 && count('rules.buries', bury.length),
    redirect && t('rules.redirects', { url: redirect }),
    content.length > 0 && t('rules.showsContent'),
    filters && t('rules.changesFilters'),
    rule.recommendations && t('rules.inRecommendations'),
  ]
  return <>{parts.filter(Boolean).join(' · ')}</>
}
