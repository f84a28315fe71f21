// The part of pdf.js that parses, in a worker of the viewer.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
