import readXlsxFile from 'read-excel-file/universal';
import type { Sheet, ViewerAnswer } from '../../shared/model/index.ts';
import { onlyXml } from './archive.ts';

/** What is shown of each sheet, and of all of them. */
const mostRows = 500;
const mostColumns = 50;
const mostSheets = 50;
const mostInCell = 2_000;

/** The values of a workbook as they were calculated last. */
export async function readExcel(bytes: Uint8Array): Promise<ViewerAnswer> {
  const xml = onlyXml(bytes, /^\/?xl\/workbook\.xml$/i);
  if (!xml.ok) return { step: 'fault', fault: xml.error };
  const found = await readXlsxFile(new Blob([xml.value]));
  const sheets = found.slice(0, mostSheets).map(({ sheet, data }): Sheet => {
    const columnsInAll = data.reduce((most, row) => Math.max(most, row.length), 0);
    const rows = data.slice(0, mostRows).map((row) => row.slice(0, mostColumns).map(cellWords));
    return { name: sheet, rows, rowsInAll: data.length, columnsInAll };
  });
  const isCut =
    found.length > mostSheets ||
    sheets.some(({ rowsInAll, columnsInAll }) => rowsInAll > mostRows || columnsInAll > mostColumns);
  return { step: 'sheets', sheets, isCut };
}

function cellWords(value: unknown): string {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const [day = '', time = ''] = value.toISOString().split('T');
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
  }
  if (typeof value === 'string') return value.slice(0, mostInCell);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
