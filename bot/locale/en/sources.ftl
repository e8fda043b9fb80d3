# What is wrong with a source, and what to do about it.

## Paths
source-missing = There is no file or folder “{ $path }”; check the path.
source-folder-without = The folder “{ $path }” holds no list of papers (files that end in .txt, .json, .jsonl, .ndjson, .csv, .tsv, .bib, .ris or .gz); name the file itself if it ends otherwise.
source-folder-forbidden = The folder “{ $path }” may not be read; give this user the right to read it.

## Whole files
source-folder = This is a folder; its files are read when the folder is named by itself.
source-dangling = There is no file here: it is gone, or this is a link that leads nowhere or in a circle; check the path.
source-forbidden = This file may not be read; give this user the right to read it.
source-unreadable = This file could not be read ({ $reason }); try again, or copy it to another disk first.
source-empty = This file is empty; get it again.
source-packed = This is an archive; unpack it first. Only gzip is unpacked here.
source-pdf = This is a PDF; give a list of papers as JSON, CSV, BibTeX, RIS or text.
source-web-page = This is a web page and not a list of papers; perhaps an error page was saved in its place. Get the file again.
source-binary = This is not text; give a list of papers as JSON, CSV, BibTeX, RIS or text (UTF-8).
source-unrecognised = This is no list of papers in a form known here. Known are a JSON list of records, JSON lines, a table (CSV, TSV) whose first row names the columns “title” and “authors” or “abstract”, BibTeX, RIS, and abstracts as text under a first line such as “ICML 2026 Papers”, with empty lines between them.
source-no-records = This file holds no records.
source-only-header = This file has only its first line; the abstracts should follow it, with empty lines between them.

## Places within files
source-gzip-cut = The gzip file is cut off here, and what followed is lost; get the file again.
source-gzip-damaged = The gzip file is damaged here, and what followed is lost; get the file again.
source-cut = The file is cut off here; get it again.
source-broken = A quotation mark or bracket is missing here, so this record cannot be read.
source-not-json = This is not valid JSON (at character { $column } of the record).
source-not-a-record = This is no record; a record is an object in braces with a title or an abstract.
source-not-a-number = This has a number that is none (NaN, infinity, or too large); write null instead.
source-too-deep = This is nested too deep to be a record.
source-too-long = This is longer than { $limit } bytes, too long to be one paper; perhaps a line break or bracket is missing.
source-quote = A quotation mark that opens in this row is not closed, so the row cannot be read.
source-cells = This row has { $found ->
    [one] one cell
   *[other] { $found } cells
} where the first row has { $expected }; perhaps a quotation mark is missing around a cell.
source-bibtex-comma = A comma is missing here, behind the value of “{ $field }”, so this entry cannot be read.
source-bibtex-sign = A comma or an equals sign is missing in this entry, so it cannot be read.
source-bibtex-unclosed = A brace or quotation mark of this entry is not closed, probably one in line { $line }, so the entry cannot be read.
source-bibtex-brace = A closing brace too many ends the entry before this place, so the rest of it is left out.
source-bibtex-key = The key “{ $key }” belongs to another entry already (line { $line }); both were read.
source-encoding = { $count ->
    [one] This is not UTF-8 and was read as Windows-1252; if letters look wrong, save the file as UTF-8.
   *[other] This and { $count } parts in all are not UTF-8 and were read as Windows-1252; if letters look wrong, save the file as UTF-8.
}

## Records
source-no-text = This record has neither a title nor an abstract.
source-placeholder = “{ $title }” is not the title of a paper: it was withdrawn, or its title was never filled in.
source-front-matter = “{ $title }” is front matter of the conference, not a paper.
source-no-abstract = “{ $text }” is no abstract.
