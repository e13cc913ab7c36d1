/** Adds triggers to a data folder that cause faults, as a bug in the server would. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { sampleProduct } from '../../packages/server/src/ports/record-store/sample-product.ts'

/** Events about this product cannot be processed. */
export const POISON_VIEWED = 666
/** Products with such a handle cannot be stored. */
export const POISON_HANDLE = 'poison'
/** This product cannot be indexed. */
export const POISON_PRODUCT = 667

export interface Poison {
  causes: { event: string; row: string; product: string }
  heal(): void
}

export function poisonFolder(folder: string): Poison {
  const causes = { event: 'no such figure', row: 'no such value', product: 'Cannot read properties of null' }
  const derived = new DatabaseSync(join(folder, 'derived.db'), { timeout: 5000 })
  derived.exec(`CREATE TRIGGER poison BEFORE INSERT ON rollups WHEN NEW.key = '${POISON_VIEWED}'
    BEGIN SELECT RAISE(ABORT, '${causes.event}'); END`)
  const broken = JSON.stringify({ ...sampleProduct(POISON_PRODUCT), options: null })
  const body = Buffer.concat([Buffer.of(1), zstdCompressSync(broken)]).toString('hex')
  const records = new DatabaseSync(join(folder, 'records.db'), { timeout: 5000 })
  records.exec(`CREATE TABLE poisoned (body BLOB);
    CREATE TRIGGER poison_row BEFORE INSERT ON products WHEN NEW.handle LIKE '${POISON_HANDLE}%'
    BEGIN SELECT RAISE(ABORT, '${causes.row}'); END;
    CREATE TRIGGER poison_product AFTER INSERT ON products WHEN NEW.id = ${POISON_PRODUCT} BEGIN
      INSERT INTO poisoned VALUES (NEW.body);
      UPDATE products SET body = X'${body}' WHERE id = NEW.id;
    END`)
  return {
    causes,
    heal() {
      derived.exec('DROP TRIGGER poison')
      records.exec(`DROP TRIGGER poison_row; DROP TRIGGER poison_product;
        UPDATE products SET body = (SELECT body FROM poisoned) WHERE id = ${POISON_PRODUCT}; DROP TABLE poisoned`)
      derived.close()
      records.close()
    },
  }
}
