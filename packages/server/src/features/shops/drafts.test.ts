import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteAdminStore } from '../../ports/admin-store/sqlite.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { deleteDraft, findDraft, listDrafts, publishDraft, publishDueDrafts, saveDraft } from './drafts.ts'
import { replaceConfig } from './manage-shops.ts'
import { visibleConfig } from './visible-config.ts'

const shop = 'a.example'
const NOW = Date.parse('2026-03-10T12:00:00Z')
const call = (author = 'ann', nowMs = NOW) => ({ author, nowMs })
const pageSize = (size: number) => ({ search: { default_search_result_page_size: size } })

async function openShop() {
  // As in a data folder, drafts are in the same database as configurations.
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-drafts-'))
  const store = sqliteRecordStore({ path: join(folder, 'records.db') })
  const drafts = sqliteAdminStore(join(folder, 'records.db'))
  onTestFinished(async () => {
    await store.close()
    await drafts.close()
    await rm(folder, { recursive: true })
  })
  await store.putShop(shop, completeConfig({}))
  const deps = { store, drafts, forgetShop: async () => {} }
  const live = async () => (await store.getShop(shop))!
  const size = async () => (await live()).config.search.default_search_result_page_size
  const change = async (patch: { search: object }) => {
    const config = visibleConfig(await live())
    await replaceConfig(deps, shop, { ...config, search: { ...config.search, ...patch.search } })
  }
  return { deps, live, size, change }
}

describe('a draft', () => {
  it('T1: shows its changes without making them', async () => {
    const { deps, live, size } = await openShop()
    const before = await size()
    const { draft, created } = await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    expect([created, draft.title, draft.author, draft.base_version]).toEqual([true, 'd', 'ann', (await live()).version])
    expect(draft.diff).toHaveLength(1)
    expect([await size(), draft.faults, draft.conflicts]).toEqual([before, [], []])
  })

  it('T2: keeps its author, title and base version when it is saved again', async () => {
    const { deps, change } = await openShop()
    const { draft: first } = await saveDraft(deps, shop, 'd', { title: 'Small', patch: pageSize(7) }, call())
    await change({ search: { move_out_of_stock_at_end: true } })
    const again = await saveDraft(deps, shop, 'd', { patch: pageSize(8) }, call('bob', NOW + 1000))
    expect(again.created).toBe(false)
    expect(again.draft).toMatchObject({ title: 'Small', author: 'ann', base_version: first.base_version })
    expect([again.draft.created_at, again.draft.updated_at]).toEqual([
      first.created_at,
      new Date(NOW + 1000).toISOString(),
    ])
    const wrong = saveDraft(deps, shop, 'd', { patch: {}, base_version: 99 }, call())
    await expect(wrong).rejects.toThrow('version in the history')
  })

  it('T2a: is saved, scheduled and published only if it is unchanged since the time that the caller read it', async () => {
    const { deps, size } = await openShop()
    const before = await size()
    const { draft } = await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    const seenMs = Date.parse(draft.updated_at)
    const [ann, bob] = [
      { ...call('ann'), seenMs },
      { ...call('bob'), seenMs },
    ]
    const { draft: second } = await saveDraft(deps, shop, 'd', { patch: pageSize(8) }, ann)
    expect(Date.parse(second.updated_at)).toBeGreaterThan(seenMs)
    await expect(saveDraft(deps, shop, 'd', { patch: pageSize(9) }, bob)).rejects.toThrow('read it again')
    await expect(publishDraft(deps, shop, 'd', {}, bob)).rejects.toThrow('read it again')
    const later = new Date(NOW + 60_000).toISOString()
    await expect(publishDraft(deps, shop, 'd', { at: later }, bob)).rejects.toThrow('read it again')
    expect([(await findDraft(deps, shop, 'd')).patch, await size()]).toEqual([pageSize(8), before])
    await publishDraft(deps, shop, 'd', {}, { ...bob, seenMs: Date.parse(second.updated_at) })
    expect(await size()).toBe(8)
    await expect(saveDraft(deps, shop, 'd', { patch: pageSize(9) }, ann)).rejects.toThrow('read it again')
  })

  it('T2b: keeps content that is saved while it is being published', async () => {
    const { deps, size } = await openShop()
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    const putShop = deps.store.putShop.bind(deps.store)
    const store = Object.assign(Object.create(deps.store) as typeof deps.store, {
      putShop: async (...args: Parameters<typeof putShop>) => {
        await saveDraft(deps, shop, 'd', { patch: pageSize(8) }, call('bob'))
        return putShop(...args)
      },
    })
    await publishDraft({ ...deps, store }, shop, 'd', {}, call())
    expect([await size(), (await findDraft(deps, shop, 'd')).patch]).toEqual([7, pageSize(8)])
  })

  it('T3: is published once, with its title or a note, and then removed', async () => {
    const { deps, live, size } = await openShop()
    await saveDraft(deps, shop, 'd', { title: 'Small', patch: pageSize(7) }, call())
    const { version } = await live()
    const { published } = await publishDraft(deps, shop, 'd', {}, call('bob'))
    expect([published?.version, published?.diff.length, await size()]).toEqual([version + 1, 1, 7])
    const [last] = await deps.store.listVersions(shop, Number.MAX_SAFE_INTEGER, 1)
    expect(last).toMatchObject({ author: 'bob', note: 'Small' })
    await expect(publishDraft(deps, shop, 'd', {}, call())).rejects.toMatchObject({ status: 404 })
    await expect(findDraft(deps, shop, 'd')).rejects.toMatchObject({ status: 404 })
    await expect(deleteDraft(deps, shop, 'd')).rejects.toMatchObject({ status: 404 })
  })

  it('T3a: can be published with new content in one step', async () => {
    const { deps, size } = await openShop()
    await publishDraft(deps, shop, 'unsaved', { patch: pageSize(9), note: 'nine' }, call())
    expect([await size(), (await listDrafts(deps, shop)).drafts]).toEqual([9, []])
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    await publishDraft(deps, shop, 'd', { patch: pageSize(8) }, call())
    expect([await size(), (await listDrafts(deps, shop)).drafts]).toEqual([8, []])
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    const refused = publishDraft(deps, shop, 'd', { patch: { search: { rules: 'none' } } }, call())
    await expect(refused).rejects.toThrow()
    expect((await findDraft(deps, shop, 'd')).patch).toEqual(pageSize(7))
    await publishDraft(deps, shop, 'd', { patch: pageSize(5), at: new Date(NOW + 1000).toISOString() }, call())
    await publishDueDrafts(deps, NOW + 2000)
    expect([await size(), (await listDrafts(deps, shop)).drafts]).toEqual([5, []])
  })

  it('T4: is merged with changes that others made elsewhere', async () => {
    const { deps, live, change } = await openShop()
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    await change({ search: { move_out_of_stock_at_end: true } })
    await publishDraft(deps, shop, 'd', {}, call())
    expect((await live()).config.search).toMatchObject({
      default_search_result_page_size: 7,
      move_out_of_stock_at_end: true,
    })
  })

  it('T5: does not overwrite changes of others in the same place, unless asked to', async () => {
    const { deps, size, change } = await openShop()
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    await change(pageSize(9))
    expect((await findDraft(deps, shop, 'd')).conflicts).toHaveLength(1)
    await expect(publishDraft(deps, shop, 'd', {}, call())).rejects.toMatchObject({ name: 'ConfigConflict' })
    await expect(publishDraft(deps, shop, 'd', { on_conflict: 'refuse' }, call())).rejects.toThrow('one place')
    expect(await size()).toBe(9)
    await publishDraft(deps, shop, 'd', { on_conflict: 'draft_wins' }, call())
    expect(await size()).toBe(7)
  })

  it('T6: is never published with faults, and lists them', async () => {
    const { deps, size } = await openShop()
    const before = await size()
    const { draft } = await saveDraft(deps, shop, 'd', { patch: { search: { nonsense: null } } }, call())
    expect(draft.faults).toMatchObject([{ path: ['search', 'nonsense'] }])
    await expect(publishDraft(deps, shop, 'd', {}, call())).rejects.toMatchObject({ name: 'RequestRefused' })
    await expect(publishDraft(deps, shop, 'd', { at: new Date(NOW + 1000).toISOString() }, call())).rejects.toThrow()
    expect(await size()).toBe(before)
  })

  it('T7: is published at its scheduled time, in the name of the person who scheduled it', async () => {
    const { deps, size } = await openShop()
    const before = await size()
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    const at = new Date(NOW + 1000).toISOString()
    const { scheduled } = await publishDraft(deps, shop, 'd', { at }, call('bob'))
    expect(scheduled).toMatchObject({ publish_at: at, author: 'bob' })
    await publishDueDrafts(deps, NOW + 999)
    expect(await size()).toBe(before)
    await publishDueDrafts(deps, NOW + 1000)
    expect(await size()).toBe(7)
    const [last] = await deps.store.listVersions(shop, Number.MAX_SAFE_INTEGER, 1)
    expect(last?.author).toBe('bob')
  })

  it('T8: stays with the reason if it cannot be published in time; saving it again clears the schedule', async () => {
    const { deps, size, change } = await openShop()
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    await publishDraft(deps, shop, 'd', { at: new Date(NOW + 1000).toISOString() }, call())
    await change(pageSize(9))
    await publishDueDrafts(deps, NOW + 1000)
    expect(await size()).toBe(9)
    expect(await findDraft(deps, shop, 'd')).toMatchObject({
      publish_at: null,
      failure: expect.stringMatching('one place'),
    })
    const { draft } = await saveDraft(deps, shop, 'd', { patch: pageSize(8) }, call())
    expect([draft.failure, draft.publish_at]).toEqual([null, null])
  })

  it('T9: is published at once if its time has passed', async () => {
    const { deps, size } = await openShop()
    await saveDraft(deps, shop, 'd', { patch: pageSize(7) }, call())
    await publishDraft(deps, shop, 'd', { at: new Date(NOW).toISOString() }, call())
    expect(await size()).toBe(7)
  })

  it('T10b: is one of at most two hundred, even if many are created at the same moment', async () => {
    const { deps } = await openShop()
    const save = (id: string) => saveDraft(deps, shop, id, { patch: {} }, call())
    for (let i = 0; i < 190; i++) await save(`d${i}`)
    const outcomes = await Promise.allSettled(Array.from({ length: 32 }, (_, i) => save(`more${i}`)))
    const kept = (await listDrafts(deps, shop)).drafts.map(({ id }) => id)
    expect(kept.length).toBeLessThanOrEqual(200)
    const answered = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`more${i}`] : []))
    expect(kept.filter((id) => id.startsWith('more')).toSorted()).toEqual(answered.toSorted())
  })

  it('T10: is one of at most two hundred; existing ones can still be saved', async () => {
    const { deps } = await openShop()
    for (let i = 0; i < 200; i++) {
      const times = { createdAt: new Date(NOW).toISOString(), updatedAt: new Date(NOW).toISOString() }
      const draft = { id: `d${i}`, title: '', patch: {}, baseVersion: 1, author: '', ...times }
      await deps.drafts.putDraft(shop, { ...draft, publishAtMs: null, failure: null })
    }
    await expect(saveDraft(deps, shop, 'one more', { patch: {} }, call())).rejects.toMatchObject({ status: 409 })
    await saveDraft(deps, shop, 'd5', { patch: {} }, call())
    await deleteDraft(deps, shop, 'd7')
    await saveDraft(deps, shop, 'one more', { patch: {} }, call())
    expect((await listDrafts(deps, shop)).drafts).toHaveLength(200)
  })
})
